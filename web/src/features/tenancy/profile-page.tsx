import { Stack } from '@mantine/core';
import { Page } from '#ui/page.tsx';
import { listSignIns } from './account-requests.ts';
import { ColourSchemeCard } from './colour-scheme-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { ProfileForm } from './profile-form.tsx';
import { SignInList } from './sign-in-list.tsx';
import { useAnswer } from './use-answer.ts';

export function ProfilePage() {
  const signIns = useAnswer(listSignIns);
  return (
    <Page title="Profile" description="About you: the same in every tenant you belong to.">
      <Stack gap="lg">
        <ProfileForm />
        <ColourSchemeCard />
        <PasswordCard onChanged={signIns.ask} />
        <SignInList signIns={signIns} />
      </Stack>
    </Page>
  );
}
