import { Button, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { z } from 'zod';
import { graphql } from '#gql/gql.ts';
import { useCan } from '#lib/use-can.ts';
import { useMutationForm } from '#lib/use-mutation-form.ts';
import { useViewer } from '#lib/viewer.tsx';
import { CopyField } from '#ui/copy-field.tsx';
import { ErrorNote } from '#ui/error-note.tsx';
import { Page } from '#ui/page.tsx';
import { SectionCard } from '#ui/section-card.tsx';
import { nameSchema } from './slug.ts';

const TenantForm_updateTenant = graphql(`
  mutation TenantForm_updateTenant($input: UpdateTenantInput!) {
    updateTenant(input: $input) {
      tenant { id slug name }
    }
  }
`);

export function GeneralPage() {
  const { tenant } = useViewer();
  const mayChange = useCan('settings.tenant.update');
  return (
    <Page title="General" description="What this tenant is called, by people and by programs.">
      <Stack gap="lg">
        <SectionCard title="Name">
          {mayChange ? (
            <TenantForm />
          ) : (
            <TextInput aria-label="Name" value={tenant.name} readOnly variant="filled" maw={460} />
          )}
        </SectionCard>
        <SectionCard title="For programs" description="These never change.">
          <Stack gap="md" maw={460}>
            <CopyField
              label="Slug"
              value={tenant.slug}
              description="In addresses and in the header x-toolcrib-tenant."
            />
            <CopyField label="Id" value={tenant.id} description="How the API names this tenant." />
          </Stack>
        </SectionCard>
      </Stack>
    </Page>
  );
}

const schema = z.object({ name: nameSchema });

function TenantForm() {
  const { tenant } = useViewer();
  const { form, submit, submitting, formError, reset } = useMutationForm({
    document: TenantForm_updateTenant,
    schema,
    defaultValues: { name: tenant.name },
    onDone: (_data, saved) => {
      reset(saved);
      notifications.show({ message: 'The name was saved.' });
    },
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" maw={460}>
        <TextInput
          {...form.register('name')}
          label="Name of the tenant"
          description="Everybody in it sees this name."
          required
          autoComplete="organization"
          error={form.formState.errors.name?.message}
        />
        {formError && <ErrorNote error={formError} />}
        <div>
          <Button type="submit" loading={submitting} disabled={!form.formState.isDirty}>
            Save name
          </Button>
        </div>
      </Stack>
    </form>
  );
}
