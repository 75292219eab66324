import { Button, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { z } from 'zod';
import { graphql } from '#gql/gql.ts';
import { useMutationForm } from '#lib/use-mutation-form.ts';
import { useViewer } from '#lib/viewer.tsx';
import { ErrorNote } from '#ui/error-note.tsx';
import { SectionCard } from '#ui/section-card.tsx';

const ProfileForm_updateProfile = graphql(`
  mutation ProfileForm_updateProfile($input: UpdateProfileInput!) {
    updateProfile(input: $input) {
      user { id name email }
    }
  }
`);

const schema = z.object({
  name: z.string().trim().min(1, 'Enter your name.').max(80, 'At most 80 characters.'),
});

export function ProfileForm() {
  const { user, tenant, roleName } = useViewer();
  const { form, submit, submitting, formError, reset } = useMutationForm({
    document: ProfileForm_updateProfile,
    schema,
    defaultValues: { name: user.name },
    onDone: (_data, saved) => {
      reset(saved);
      notifications.show({ message: 'Your name was saved.' });
    },
  });
  return (
    <SectionCard title="You">
      <form onSubmit={submit} noValidate>
        <Stack gap="md" maw={460} align="stretch">
          <TextInput
            {...form.register('name')}
            label="Name"
            required
            autoComplete="name"
            error={form.formState.errors.name?.message}
          />
          <TextInput
            label="E-mail address"
            description="You sign in with it."
            value={user.email}
            readOnly
            variant="filled"
          />
          <TextInput
            label={`Role in ${tenant.name}`}
            description="Admins of the tenant can change it."
            value={roleName}
            readOnly
            variant="filled"
          />
          {formError && <ErrorNote error={formError} />}
          <div>
            <Button type="submit" loading={submitting} disabled={!form.formState.isDirty}>
              Save name
            </Button>
          </div>
        </Stack>
      </form>
    </SectionCard>
  );
}
