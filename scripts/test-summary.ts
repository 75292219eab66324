import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';

type SkippedTest = { file: string; name: string; note: string | undefined; source: string };
type Environment = Record<string, string | undefined>;

const neededParts = [
  {
    name: 'PostgreSQL',
    isThere: (env: Environment) => Boolean(env.TEST_DATABASE_URL),
    named: /postgres/i,
    read: /\bTEST_DATABASE(_URL)?\b/,
    howToGet: 'set TEST_DATABASE_URL to a role that may create databases and roles',
  },
  {
    name: 'Redis',
    isThere: (env: Environment) => Boolean(env.TEST_REDIS_URL),
    named: /redis/i,
    read: /\bTEST_REDIS_URL\b/,
    howToGet: 'set TEST_REDIS_URL',
  },
  {
    name: 'Chromium',
    isThere: () => false,
    named: /chromium/i,
    read: /\bchromiumPath\b/,
    howToGet: 'install Chromium, or set CHROMIUM_PATH to one',
  },
];

/** What the test names in its title or note counts more than what its file reads for some other test. */
function missingPart(test: SkippedTest, env: Environment) {
  const missing = neededParts.filter((part) => !part.isThere(env));
  return (
    missing.find((part) => part.named.test(`${test.name} ${test.note ?? ''}`)) ??
    missing.find((part) => part.read.test(test.source))
  );
}

/** Names each skipped test below the part of the machine it lacks, so that no test is left out in silence. */
export function describeSkipped(tests: SkippedTest[], env: Environment): string[] {
  const groups = new Map<string, string[]>();
  for (const test of tests) {
    const part = missingPart(test, env);
    const reason = part
      ? `${part.name} is missing here (${part.howToGet})`
      : (test.note ?? 'left out by the test itself');
    groups.set(reason, [...(groups.get(reason) ?? []), `    ${test.file} > ${test.name}`]);
  }
  return [...groups].flatMap(([reason, names]) => [`  ${reason}: ${names.length}`, ...names]);
}

/** Closes the run with what was not run and why, and with one plain line of counts. */
export class TestSummary implements Reporter {
  #isFiltered = false;

  onInit(vitest: Vitest) {
    this.#isFiltered = vitest.config.testNamePattern !== undefined;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const inState = (state: string) => tests.filter((test) => test.result().state === state);
    const skipped = inState('skipped').map(toSkippedTest);
    const failed = inState('failed').length + countBroken(modules) + unhandledErrors.length;

    if (skipped.length > 0 && !this.#isFiltered) {
      console.log(['Not run:', ...describeSkipped(skipped, process.env), ''].join('\n'));
    }
    const shaky = tests
      .filter((test) => test.diagnostic()?.flaky)
      .map((test) => `    ${toSkippedTest(test).file} > ${test.fullName}`);
    if (shaky.length > 0) console.log(['Passed at the second try only:', ...shaky, ''].join('\n'));
    console.log(`Tests: ${inState('passed').length} passed, ${failed} failed, ${skipped.length} skipped`);
  }
}

/** Files and suites that broke outside any test, as in a hook: no test failed there, yet it is a failure. */
function countBroken(modules: readonly TestModule[]): number {
  const parts = modules.flatMap((module) => [module, ...module.children.allSuites()]);
  return parts.filter((part) => part.errors().length > 0).length;
}

function toSkippedTest(test: TestCase): SkippedTest {
  const result = test.result();
  return {
    file: path.relative(process.cwd(), test.module.moduleId),
    name: test.fullName,
    note: result.state === 'skipped' ? result.note : undefined,
    source: readFileSync(test.module.moduleId, 'utf8'),
  };
}
