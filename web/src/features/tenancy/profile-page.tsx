import { Stack } from '@mantine/core';
import { Page } from '#ui/page.tsx';
import { ColourSchemeCard } from './colour-scheme-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { ProfileForm } from './profile-form.tsx';
import { SignInList } from './sign-in-list.tsx';

export function ProfilePage() {
  return (
    <Page title="Profile" description="About you: the same in every tenant you belong to.">
      <Stack gap="lg">
        <ProfileForm />
        <ColourSchemeCard />
        <PasswordCard />
        <SignInList />
      </Stack>
    </Page>
  );
}
