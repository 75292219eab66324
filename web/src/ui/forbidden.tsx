import { Button } from '@mantine/core';
import { Lock } from 'lucide-react';
import { Link } from 'react-router';
import { EmptyState } from './empty-state.tsx';
import { Page } from './page.tsx';

export type ForbiddenProps = { title?: string; homePath?: string };

export function Forbidden({ title = 'No access', homePath = '/' }: ForbiddenProps) {
  return (
    <Page title={title}>
      <EmptyState
        icon={Lock}
        title="Your role does not open this page"
        action={
          <Button component={Link} to={homePath} variant="default">
            Back to the start page
          </Button>
        }
      >
        Ask an admin of this tenant to give you a role that may see it.
      </EmptyState>
    </Page>
  );
}
