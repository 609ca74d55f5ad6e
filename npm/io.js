// Bytes in and out, synchronously: streams cost start-up time and would let output wait.
import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';

const CHUNK = 1 << 16;

/** Why a path cannot be read, in words that do not depend on the system. */
const REASONS = {
  ENOENT: 'no such file',
  ENOTDIR: 'no such file',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a directory',
  ELOOP: 'too many links',
  ENAMETOOLONG: 'the name is too long',
};

export const reason = (error) => REASONS[error.code] ?? `the system refuses to read it (${error.code})`;

/** Waits a moment where a descriptor that somebody else made non-blocking is not ready. */
function pause() {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
}

/** Up to `size` bytes, 0 at the end. */
function readSome(fd, buffer, offset, size) {
  for (;;) {
    try {
      return readSync(fd, buffer, offset, size, null);
    } catch (error) {
      if (error.code === 'EOF') return 0; // the end of a pipe on Windows
      if (error.code !== 'EAGAIN') throw error;
      pause();
    }
  }
}

/** The first `limit` bytes of a descriptor. */
export function readUpTo(fd, limit) {
  let bytes = Buffer.allocUnsafe(CHUNK);
  let length = 0;
  for (;;) {
    if (length === bytes.length) {
      const larger = Buffer.allocUnsafe(Math.min(bytes.length * 4, limit));
      bytes.copy(larger);
      bytes = larger;
    }
    const got = readSome(fd, bytes, length, Math.min(bytes.length, limit) - length);
    length += got;
    if (got === 0 || length === limit) return bytes.subarray(0, length);
  }
}

/** The first `limit` bytes of a path (`-` is standard input), and the size of a file that has one. */
export function readPath(path, limit) {
  const fd = path === '-' ? 0 : openSync(path);
  try {
    const stat = fstatSync(fd);
    if (stat.isDirectory()) throw Object.assign(new Error(path), { code: 'EISDIR' });
    const bytes = readUpTo(fd, limit);
    return { bytes, size: stat.isFile() && path !== '-' ? stat.size : undefined };
  } finally {
    if (fd !== 0) closeSync(fd);
  }
}

/** Lines of a descriptor as they arrive, without their ends; a line's rest beyond `limit` bytes is dropped. */
export function* lines(fd, limit) {
  const buffer = Buffer.allocUnsafe(CHUNK);
  let parts = [];
  let held = 0;
  const keep = (part) => {
    const kept = part.subarray(0, limit - held);
    if (kept.length) parts.push(Buffer.from(kept));
    held += kept.length;
  };
  const take = () => {
    const line = Buffer.concat(parts).toString();
    parts = [];
    held = 0;
    return line.endsWith('\r') ? line.slice(0, -1) : line;
  };
  for (let got; (got = readSome(fd, buffer, 0, CHUNK)) > 0; ) {
    let start = 0;
    for (let end; (end = buffer.subarray(0, got).indexOf(10, start)) >= 0; start = end + 1) {
      keep(buffer.subarray(start, end));
      yield take();
    }
    keep(buffer.subarray(start, got));
  }
  if (held) yield take();
}

/** Writes all of a text. */
export function write(fd, text) {
  const bytes = Buffer.from(text);
  for (let done = 0; done < bytes.length; ) {
    try {
      done += writeSync(fd, bytes, done);
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
      pause();
    }
  }
}
