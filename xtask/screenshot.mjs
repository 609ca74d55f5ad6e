// `npm run screenshot`: the picture for the README.
import { screenshot } from '../tests/screenshot.mjs';
import { build } from './build.mjs';
import { find } from './browser.mjs';
import { at, main } from './lib.mjs';

main(async () => {
  await build();
  await screenshot(await find(), at('dist', 'site'), at('docs', 'page.png'));
});
