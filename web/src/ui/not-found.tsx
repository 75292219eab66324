import { Button } from '@mantine/core';
import { SearchX } from 'lucide-react';
import { Link } from 'react-router';
import { EmptyState } from './empty-state.tsx';
import { Page } from './page.tsx';

export type NotFoundProps = {
  title?: string;
  children?: string;
  homePath?: string;
};

export function NotFound({
  title = 'Page not found',
  children = 'The address may be incomplete, or what was here has been removed.',
  homePath = '/',
}: NotFoundProps) {
  return (
    <Page title={title}>
      <EmptyState
        icon={SearchX}
        title="There is nothing at this address"
        action={
          <Button component={Link} to={homePath} variant="default">
            Back to the start page
          </Button>
        }
      >
        {children}
      </EmptyState>
    </Page>
  );
}
