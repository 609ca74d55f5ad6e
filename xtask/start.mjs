// `npm start`: an example's diagnosis in the terminal, then the page. `npm start -- FILE...`: those files' diagnoses.
import { at, main, run } from './lib.mjs';
import { build } from './build.mjs';
import { serve } from './serve.mjs';

const PORT = 8470;
const EXAMPLE = at('tests', 'corpus', 'unknown-platform.txt');
/** A problem found, or none known: the command did what it could. */
const DIAGNOSED = [0, 1, 4];

const command = (words) => run(process.execPath, [at('npm', 'cli.js'), ...words], { cwd: process.env.INIT_CWD });

main(async () => {
  await build();
  const words = process.argv.slice(2);
  if (words.length > 0) {
    const { status } = await command(words);
    return DIAGNOSED.includes(status) ? 0 : status;
  }
  await command(['diagnose', EXAMPLE]);
  const { address } = await serve({ port: PORT });
  console.log(`\nThe page: ${address}   (Ctrl+C ends it)`);
  await new Promise((done) => ['SIGINT', 'SIGTERM'].forEach((signal) => process.once(signal, done)));
  process.exit(0);
});
