// Compiled, never run: the declarations as a user's program meets them.
import { diagnose, explain, init, resolve, rules, type Options, type Report } from 'dlpack-doctor';

await init();
const options: Options = { set: { jax: '0.6.2' } };
const report: Report = diagnose(new Uint8Array(), options);
const starts: number[] = report.diagnoses.flatMap(({ spans }) => spans.map(([start]) => start));
const id: number | null = resolve('cuda 12080', 'jax').id;
const title: string | undefined = explain('jax/unknown-gpu-platform')?.title;
const ids: string[] = rules().map(({ rule }) => rule);
const exception: string | undefined = report.final?.class;
// @ts-expect-error: a text is a string or bytes
diagnose(5);
// @ts-expect-error: there is no such status
report.status = 'fine';
export { exception, id, ids, starts, title };
