import { Button, Code, Group, Stack } from '@mantine/core';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { NotFound } from '#ui/not-found.tsx';
import { StandAlone } from '#ui/stand-alone.tsx';

/** A page's code that is no longer on the server: a new version was installed meanwhile. */
function isOutdated(error: unknown): boolean {
  return error instanceof TypeError && /dynamically imported module|module script/iu.test(error.message);
}

export function ErrorPage() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  const outdated = isOutdated(error);
  return (
    <StandAlone
      title={outdated ? 'This page could not be loaded' : 'This page has a problem'}
      description={
        outdated
          ? 'Toolcrib may have been updated, or your connection was lost. Reload to go on.'
          : 'It is our mistake, not yours. Reload to go on; if it happens again, give your operator the message below.'
      }
    >
      <Stack gap="md">
        {!outdated && error instanceof Error && (
          <Code block fz="sm">
            {error.message}
          </Code>
        )}
        <Group>
          <Button onClick={() => window.location.reload()}>Reload</Button>
          <Button variant="default" onClick={() => window.location.assign('/')}>
            Start page
          </Button>
        </Group>
      </Stack>
    </StandAlone>
  );
}
