import type { Reporter, TestCase, TestModule } from 'vitest/node';

type SkippedTest = { file: string; name: string; project: string; note: string | undefined };

const neededParts = [
  {
    name: 'PostgreSQL',
    isWanted: (test: SkippedTest) => /postgres/i.test(`${test.file} ${test.name} ${test.note}`),
    isThere: (env: NodeJS.ProcessEnv) => Boolean(env.TEST_DATABASE_URL),
    howToGet: 'set TEST_DATABASE_URL to a role that may create databases and roles',
  },
  {
    name: 'Redis',
    isWanted: (test: SkippedTest) => /redis/i.test(`${test.file} ${test.name} ${test.note}`),
    isThere: (env: NodeJS.ProcessEnv) => Boolean(env.TEST_REDIS_URL),
    howToGet: 'set TEST_REDIS_URL',
  },
  {
    name: 'Chromium',
    isWanted: (test: SkippedTest) => test.project === 'browser' || /chromium/i.test(`${test.name} ${test.note}`),
    isThere: () => false,
    howToGet: 'install Chromium, or set CHROMIUM_PATH to one',
  },
];

/** Names each skipped test below the part of the machine it lacks, so that no test is left out in silence. */
export function describeSkipped(tests: SkippedTest[], env: NodeJS.ProcessEnv): string[] {
  const groups = new Map<string, string[]>();
  for (const test of tests) {
    const part = neededParts.find((candidate) => !candidate.isThere(env) && candidate.isWanted(test));
    const reason = part
      ? `${part.name} is missing here (${part.howToGet})`
      : (test.note ?? 'left out by the test itself');
    groups.set(reason, [...(groups.get(reason) ?? []), `    ${test.file} > ${test.name}`]);
  }
  return [...groups].flatMap(([reason, names]) => [`  ${reason}: ${names.length}`, ...names]);
}

export class TestSummary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const inState = (state: string) => tests.filter((test) => test.result().state === state);
    const skipped = inState('skipped').map(toSkippedTest);
    // A file that fails to load has no failed test, yet it is a failure.
    const brokenFiles = modules.filter((module) => module.errors().length > 0).length;
    const failed = inState('failed').length + brokenFiles + unhandledErrors.length;

    if (skipped.length > 0) {
      console.log(['Not run:', ...describeSkipped(skipped, process.env), ''].join('\n'));
    }
    console.log(`Tests: ${inState('passed').length} passed, ${failed} failed, ${skipped.length} skipped`);
  }
}

function toSkippedTest(test: TestCase): SkippedTest {
  const result = test.result();
  return {
    file: test.module.relativeModuleId,
    name: test.fullName,
    project: test.project.name,
    note: result.state === 'skipped' ? result.note : undefined,
  };
}
