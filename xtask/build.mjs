// Makes everything that ships: dist/. What is up to date stays as it is.
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { at, isMain, main, make, must, run } from './lib.mjs';
import * as setup from './setup.mjs';

const SELF = at('xtask', 'build.mjs');

/** What Node 20 and browsers of its age take; wasm-opt may use these and nothing else. */
const WASM_FEATURES = [
  'simd', 'bulk-memory', 'bulk-memory-opt', 'nontrapping-float-to-int', 'sign-ext', 'mutable-globals',
  'multivalue', 'reference-types', 'call-indirect-overlong',
];

const xtask = (words) => must('cargo', ['run', '--quiet', '--package', 'xtask', '--', ...words]);

/** What the core's declarations name and wasm-bindgen does not know. */
const DECLARED = `import type { Device, Report, RulePage, RuleRow } from './report.js';

/** What a caller knows beside the text. */
export interface Options {
  /** Versions that the text does not show, by package; they outweigh those that it shows. */
  set?: Record<string, string>;
  /** The whole length in bytes, where only the first part of a text is handed over. */
  whole?: number;
}

`;

/** `core.wasm` with its JavaScript: the same for Node, browsers and the single file. */
async function core() {
  const raw = at('target', 'core');
  await xtask(['wasm', raw]);
  const options = ['-Oz', '--strip-debug', '--strip-producers', '--strip-target-features'];
  const features = WASM_FEATURES.map((name) => `--enable-${name}`);
  const wasmOpt = at('node_modules', 'binaryen', 'bin', 'wasm-opt');
  await must(process.execPath, [wasmOpt, `${raw}/core_bg.wasm`, '-o', at('dist', 'core.wasm'), ...options, ...features]);
  // Not every user's `lib` knows disposal, and nobody holds these objects.
  const declarations = readFileSync(`${raw}/core.d.ts`, 'utf8').replace(/^ *\[Symbol\.dispose\].*\n/gm, '');
  writeFileSync(at('dist', 'core.d.ts'), DECLARED + declarations);
  const { transform } = await import('esbuild');
  const glue = readFileSync(`${raw}/core.js`, 'utf8');
  const { code } = await transform(glue, { format: 'esm', target: 'es2022', minify: true });
  writeFileSync(at('dist', 'core.js'), code);
}

/** The page. Each script and style that index.html names comes from a source of that name in www/. */
async function site() {
  const { build } = await import('esbuild');
  const folder = at('dist', 'site');
  const html = readFileSync(at('www', 'index.html'), 'utf8');
  const named = [...html.matchAll(/\b(?:src|href)="([\w./-]+)\.(js|css)"/g)];
  const entryPoints = named.map(([, name, kind]) => at('www', `${name}.${kind === 'js' ? 'ts' : 'css'}`));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await build({
    entryPoints,
    outdir: folder,
    outbase: at('www'),
    bundle: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    charset: 'utf8',
    logLevel: 'warning',
    // The core's JavaScript stays a module of its own beside the page's.
    plugins: [{ name: 'core', setup: (it) => it.onResolve({ filter: /\/core\.js$/ }, () => ({ path: './core.js', external: true })) }],
  });
  writeFileSync(`${folder}/index.html`, html);
  for (const name of ['core.js', 'core.wasm']) copyFileSync(at('dist', name), `${folder}/${name}`);
}

/** Builds; resolves to nothing. */
export async function build() {
  await setup.packages();
  await setup.rust();
  const rustc = (await run('rustc', ['--version'], { capture: 'quiet' })).output;
  mkdirSync(at('target'), { recursive: true });
  writeFileSync(at('target', 'rustc-version'), rustc);
  const crate = ['Cargo.toml', 'Cargo.lock', 'build', 'knowledge', 'target/rustc-version'].map((name) => at(name));
  const sources = at('src');
  await make('core', [...crate, sources, at('xtask', 'src', 'wasm.rs'), at('package-lock.json'), SELF],
    ['core.wasm', 'core.js', 'core.d.ts'].map((name) => at('dist', name)), core);
  await make('types', [at('Cargo.lock'), at('src', 'report.rs'), at('xtask', 'src', 'types.rs')], [at('dist', 'report.d.ts')],
    () => xtask(['types', at('dist', 'report.d.ts')]));
  await make('site', [at('www'), at('dist', 'core.js'), at('dist', 'core.wasm'), at('package-lock.json'), SELF],
    [at('dist', 'site', 'index.html'), at('dist', 'site', 'core.wasm')], site);
  const { measure } = await import('./sizes.mjs');
  writeFileSync(at('dist', 'sizes.json'), `${JSON.stringify(measure(), null, 2)}\n`);
}

if (isMain(import.meta.url)) main(build);
