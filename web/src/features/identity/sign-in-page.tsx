import { Alert, Button, Card, Divider, Stack, Text } from '@mantine/core';
import { Info, KeyRound } from 'lucide-react';
import { useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { Provider, useQuery } from 'urql';
import { publicClient } from '#app/public-client.ts';
import { graphql } from '#gql/gql.ts';
import { startSingleSignOn } from '#lib/auth.ts';
import { safeNext } from '#lib/safe-next.ts';
import { useSession } from '#lib/use-session.ts';
import { withoutSession } from '#lib/without-session.ts';
import { CodeBlock } from '#ui/code-block.tsx';
import { ErrorNote } from '#ui/error-note.tsx';
import { FormLoading } from '#ui/loading.tsx';
import { StandAlone } from '#ui/stand-alone.tsx';
import { PasswordForm } from './password-form.tsx';
import { signInMessage } from './sign-in-messages.ts';

const SignInPageQuery = graphql(`
  query SignInPageQuery {
    signInOptions {
      emailAndPassword
      demo
      singleSignOn {
        providerId
        name
      }
    }
  }
`);

export function SignInPage() {
  return (
    <Provider value={publicClient}>
      <SignIn />
    </Provider>
  );
}

function SignIn() {
  const [params] = useSearchParams();
  const next = safeNext(params.get('next'));
  const reason = params.get('error');
  const { email: signedInAs } = useSession();
  const [{ data, error, fetching }, load] = useQuery({
    query: SignInPageQuery,
    context: withoutSession,
  });
  const [problem, setProblem] = useState(signInMessage(reason));
  if (signedInAs && !reason) return <Navigate to={next} replace />;

  const options = data?.signInOptions;
  return (
    <StandAlone
      title="Sign in"
      description="Welcome back. Your tools are where you left them."
      footer={options?.demo && <DemoHint />}
    >
      <Stack gap="md">
        {problem && (
          <Alert role="alert" color="yellow" icon={<Info size={18} aria-hidden />}>
            {problem}
          </Alert>
        )}
        {error && <ErrorNote error={error} onRetry={() => load({ requestPolicy: 'network-only' })} />}
        {fetching && !options && <FormLoading fields={2} />}
        {options?.singleSignOn && <SingleSignOnButton {...options.singleSignOn} next={next} onProblem={setProblem} />}
        {options?.singleSignOn && options.emailAndPassword && <Divider label="or" />}
        {options?.emailAndPassword && (
          <PasswordForm email={params.get('email') ?? ''} next={next} onProblem={setProblem} />
        )}
      </Stack>
    </StandAlone>
  );
}

type SingleSignOnProps = {
  providerId: string;
  name: string;
  next: string;
  onProblem: (message: string | undefined) => void;
};

function SingleSignOnButton({ providerId, name, next, onProblem }: SingleSignOnProps) {
  const [busy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    onProblem(undefined);
    const result = await startSingleSignOn(providerId, next);
    if (result.ok && result.url) return window.location.assign(result.url);
    setBusy(false);
    onProblem(result.ok ? `${name} gave no address to go to. Ask your operator.` : result.message);
  };
  return (
    <Button variant="default" size="md" loading={busy} leftSection={<KeyRound size={18} aria-hidden />} onClick={start}>
      Continue with {name}
    </Button>
  );
}

function DemoHint() {
  return (
    <Card component="aside" aria-label="Demo">
      <Text size="sm" mb="sm">
        This is a fresh demo. For a sign-in link, run this where Toolcrib runs:
      </Text>
      <CodeBlock label="command" code="npm run crib -- sign-in-link --email owner@demo.test" />
    </Card>
  );
}
