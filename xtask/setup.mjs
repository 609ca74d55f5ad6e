// Brings what a fresh machine lacks: npm packages, the wasm32 target, a browser.
import { existsSync, readFileSync } from 'node:fs';
import { at, Failure, must, run } from './lib.mjs';

/** The packages of package-lock.json, as npm installed them. */
export async function packages() {
  const { packages: wanted } = JSON.parse(readFileSync(at('package-lock.json'), 'utf8'));
  const missing = Object.entries(wanted).some(([path, { version, optional }]) => {
    if (path === '' || optional) return false;
    const file = at(path, 'package.json');
    return !existsSync(file) || JSON.parse(readFileSync(file, 'utf8')).version !== version;
  });
  // No package that we use needs its install script.
  if (missing) await must('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund']);
}

/** The toolchain of rust-toolchain.toml with the WebAssembly target. */
export async function rust() {
  const target = 'wasm32-unknown-unknown';
  const { status, output } = await run('rustc', ['--print', 'target-libdir', '--target', target], { capture: 'quiet' })
    .catch(() => ({ status: 1, output: '' }));
  const folder = output.trim().split('\n').at(-1);
  if (status === 0 && existsSync(folder)) return;
  await must('rustup', ['target', 'add', target]).catch((error) => {
    throw new Failure(`${error.message}\nRust is needed: install rustup (rustup.rs), then try again`);
  });
}

/** Where a browser is that the tests can drive: installed, or brought by the system, or by Playwright. */
export async function browser() {
  const { find } = await import('./browser.mjs');
  const path = await find();
  if (path) return path;
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    const quiet = { env: { DEBIAN_FRONTEND: 'noninteractive' }, capture: 'quiet' };
    await run('apt-get', ['update', '-q'], quiet);
    await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], quiet);
    const installed = await find();
    if (installed) return installed;
  }
  await run('npx', ['playwright-core', 'install', '--only-shell', 'chromium']).catch(() => {});
  return find();
}
