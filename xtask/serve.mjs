// A static server for the built page, on this machine only.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { at } from './lib.mjs';

const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

async function answer(folder, request, response) {
  const send = (status, type, body) => {
    response.writeHead(status, { 'content-type': type, 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' });
    response.end(request.method === 'HEAD' ? undefined : body);
  };
  if (request.method !== 'GET' && request.method !== 'HEAD') return send(405, TYPES['.txt'], 'only GET\n');
  try {
    const { pathname } = new URL(request.url, 'http://localhost');
    const name = normalize(decodeURIComponent(pathname)).replace(/^(\.\.[/\\])+/, '');
    const file = join(folder, name.endsWith('/') ? `${name}index.html` : name);
    if (!file.startsWith(folder) || file.includes('\0')) return send(404, TYPES['.txt'], 'not found\n');
    return send(200, TYPES[extname(file)] ?? 'application/octet-stream', await readFile(file));
  } catch {
    return send(404, TYPES['.txt'], 'not found\n');
  }
}

/** Serves `folder`; resolves to `{ address, close }`. Port 0 is any free one, as is a taken one. */
export function serve({ folder = at('dist', 'site'), port = 0 } = {}) {
  const server = createServer((request, response) => void answer(folder, request, response));
  return new Promise((resolve, reject) => {
    server.on('error', (error) => {
      if (error.code === 'EADDRINUSE' && port !== 0) server.listen(0, '127.0.0.1');
      else reject(error);
    });
    server.on('listening', () => {
      resolve({
        address: `http://127.0.0.1:${server.address().port}/`,
        close: () => new Promise((done) => {
          server.close(done);
          server.closeAllConnections();
        }),
      });
    });
    server.listen(port, '127.0.0.1');
  });
}
