import { Stack } from '@mantine/core';
import { useQuery } from 'urql';
import { SigningKey } from '#features/secrets/signing-key.tsx';
import { graphql } from '#gql/gql.ts';
import { Loaded } from '#ui/loaded.tsx';
import { FormLoading } from '#ui/loading.tsx';
import { SectionCard } from '#ui/section-card.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookNotices } from './webhook-notices.tsx';

const WebhookSectionQuery = graphql(`
  query WebhookSectionQuery {
    approvalWebhook { url ...WebhookNotices_webhook }
  }
`);

/** Where programs are told of calls that wait. */
export function WebhookSection() {
  const [{ data, error }, ask] = useQuery({ query: WebhookSectionQuery, requestPolicy: 'cache-and-network' });
  const askAgain = () => ask({ requestPolicy: 'network-only' });
  return (
    <SectionCard
      title="Notifications"
      description="Tells a program of yours when a call begins to wait, is put before somebody else, is due, and is decided. It gets ids, the tool, who asked and a link, never what the tool was called with."
    >
      <Loaded data={data?.approvalWebhook} error={error} retry={askAgain} loading={<FormLoading />}>
        {(webhook) => (
          <Stack gap="md">
            <WebhookForm url={webhook.url ?? ''} />
            <SigningKey reason="Receiver of approval notifications" proves="news is yours" />
            <WebhookNotices webhook={webhook} onLoad={askAgain} />
          </Stack>
        )}
      </Loaded>
    </SectionCard>
  );
}
