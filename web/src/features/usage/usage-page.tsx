import { Button, Stack, Text } from '@mantine/core';
import { ChartColumn } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { useQuery } from 'urql';
import { sourceWords } from '#features/sessions/source-words.ts';
import { readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import { useCan } from '#lib/use-can.ts';
import { useViewer } from '#lib/viewer.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Loaded } from '#ui/loaded.tsx';
import { TableLoading } from '#ui/loading.tsx';
import { Page } from '#ui/page.tsx';
import { UsageBreakdown } from './usage-breakdown.tsx';
import { UsageCharts } from './usage-charts.tsx';
import { UsageFilters } from './usage-filters.tsx';
import { UsageNumbers } from './usage-numbers.tsx';
import {
  daysOf,
  problemOf,
  readUsageQuestion,
  toDay,
  toUsageVariables,
  type UsageQuestion,
  writeUsageQuestion,
} from './usage-question.ts';
import { UsageRows_row } from './usage-rows.ts';

const UsagePageQuery = graphql(`
  query UsagePageQuery($since: DateTime!, $until: DateTime, $toolSlug: String, $source: RunSource) {
    toolUsage(since: $since, until: $until, toolSlug: $toolSlug, source: $source) {
      total { ...UsageRows_row }
      byTool { ...UsageRows_row }
      bySource { ...UsageRows_row }
      byDay { ...UsageRows_row }
    }
  }
`);

const nameOfSource = (key: string) => sourceWords(key);

export function UsagePage() {
  const [params, setParams] = useSearchParams();
  const everybody = useCan('sessions.tenant.read');
  const question = readUsageQuestion(params);
  const today = toDay(new Date());
  const problem = problemOf(question, today);
  const [{ data, error, fetching }, ask] = useQuery({
    query: UsagePageQuery,
    variables: toUsageVariables(question, today),
    pause: problem !== undefined,
  });
  const { first, last } = daysOf(question, today);
  return (
    <Page
      title="Usage"
      description={`How often tools are run ${everybody ? 'in this tenant' : 'by you'}, how often they fail, and how long they take.`}
    >
      <UsageFilters
        value={question}
        today={today}
        problem={problem}
        onChange={(next) => setParams(writeUsageQuestion(next), { replace: true })}
      />
      {problem ? (
        <Text c="dimmed">{problem}</Text>
      ) : (
        <Loaded
          data={data?.toolUsage}
          error={error}
          retry={() => ask({ requestPolicy: 'network-only' })}
          loading={<TableLoading rows={8} />}
        >
          {(usage) => {
            const total = readFragment(UsageRows_row, usage.total);
            if (total.runs === 0) return <NoUsage question={question} />;
            return (
              <Stack gap="md" aria-busy={fetching}>
                <UsageNumbers total={total} />
                <UsageCharts days={readFragment(UsageRows_row, usage.byDay)} first={first} last={last} />
                <UsageBreakdown by="tool" rows={readFragment(UsageRows_row, usage.byTool)} />
                <UsageBreakdown by="source" rows={readFragment(UsageRows_row, usage.bySource)} nameOf={nameOfSource} />
              </Stack>
            );
          }}
        </Loaded>
      )}
    </Page>
  );
}

function NoUsage({ question }: { question: UsageQuestion }) {
  const home = `/t/${useViewer().tenant.slug}`;
  if (question.tool || question.source) {
    return (
      <EmptyState icon={ChartColumn} title="No run fits">
        Choose a longer span, or take a filter away.
      </EmptyState>
    );
  }
  const run = (
    <Button component={Link} to={`${home}/tools`}>
      Choose a tool to run
    </Button>
  );
  return (
    <EmptyState icon={ChartColumn} title="Nothing was run in these days" action={run}>
      Run a tool, or choose a longer span. Trials and the steps of compositions are not counted.
    </EmptyState>
  );
}
