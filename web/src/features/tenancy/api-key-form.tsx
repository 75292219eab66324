import { Stack, Switch, TextInput } from '@mantine/core';
import { FormProvider } from 'react-hook-form';
import { graphql } from '#gql/gql.ts';
import type { ApiKeyForm_CreateApiKeyMutation } from '#gql/graphql.ts';
import { useMutationForm } from '#lib/use-mutation-form.ts';
import { FormFooter } from '#ui/form-footer.tsx';
import { ApiKeyAccessFields } from './api-key-access-fields.tsx';
import { ApiKeyExpiryFields } from './api-key-expiry-fields.tsx';
import { apiKeyDefaults, apiKeySchema, toCreateApiKeyInput } from './api-key-values.ts';

const ApiKeyForm_createApiKey = graphql(`
  mutation ApiKeyForm_createApiKey($input: CreateApiKeyInput!) {
    createApiKey(input: $input) {
      secret
      apiKey { id name }
    }
  }
`);

export type CreatedKey = ApiKeyForm_CreateApiKeyMutation['createApiKey'];

type ApiKeyFormProps = {
  onDone: (created: CreatedKey) => void;
  onClose: () => void;
};

export function ApiKeyForm({ onDone, onClose }: ApiKeyFormProps) {
  const { form, submit, submitting, formError } = useMutationForm({
    document: ApiKeyForm_createApiKey,
    schema: apiKeySchema,
    defaultValues: apiKeyDefaults,
    toVariables: (values) => ({ input: toCreateApiKeyInput(values, new Date()) }),
    onDone: ({ createApiKey }) => onDone(createApiKey),
  });
  return (
    <FormProvider {...form}>
      <form onSubmit={submit} noValidate>
        <Stack gap="lg">
          <TextInput
            {...form.register('name')}
            label="Name"
            description="What will use it, such as “Nightly import”."
            required
            data-autofocus
            autoComplete="off"
            error={form.formState.errors.name?.message}
          />
          <ApiKeyAccessFields />
          <Switch
            {...form.register('actsForAgent')}
            label="Acts for an agent"
            description="Tools that need approval then wait for a person when this key calls them, and the key can neither approve anything nor change rules, keys, members or roles. Without it, calls run at once unless a rule says otherwise."
          />
          <ApiKeyExpiryFields />
          <FormFooter submitLabel="Create key" submitting={submitting} error={formError} onCancel={onClose} />
        </Stack>
      </form>
    </FormProvider>
  );
}
