import { Card, Code, Text, Title } from '@mantine/core';
import { CodeBlock } from '#ui/code-block.tsx';

/** A command that works as it stands in any POSIX shell, once the key is in the environment. */
export function firstCall(origin: string): string {
  return [
    `curl ${origin}/graphql \\`,
    `  -H "authorization: Bearer $TOOLCRIB_KEY" \\`,
    `  -H 'content-type: application/json' \\`,
    `  -d '{"query":"{ viewer { kind role permissions tenant { name } } }"}'`,
  ].join('\n');
}

export function FirstCall() {
  return (
    <Card component="section" aria-labelledby="first-call">
      <Title order={2} id="first-call">
        Make your first call
      </Title>
      <Text c="dimmed" mt={4} mb="md">
        Create a key, put it into <Code>TOOLCRIB_KEY</Code>, and run this. It answers who the key is and what it may do.
      </Text>
      <CodeBlock label="first call" code={firstCall(window.location.origin)} />
    </Card>
  );
}
