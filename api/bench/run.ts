// `npm run bench [names]` runs all benchmarks, or those named. Ratios of one run count; figures drift with the machine.
import { readdirSync } from 'node:fs';
import { type Bench, report } from './report.ts';

const SUFFIX = '.bench.ts';
const all = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(SUFFIX))
  .map((file) => file.slice(0, -SUFFIX.length))
  .sort();
const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`There is no benchmark called ${unknown.join(', ')}. Known are: ${all.join(', ')}.`);
  process.exit(1);
}
for (const name of chosen.length > 0 ? chosen : all) {
  console.log(`\n— ${name} —`);
  const { bench } = (await import(`./${name}${SUFFIX}`)) as { bench: Bench };
  report(name, await bench.run());
}
