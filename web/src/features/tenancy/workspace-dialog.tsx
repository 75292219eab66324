import { Modal, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { FormProvider } from 'react-hook-form';
import { z } from 'zod';
import { graphql } from '#gql/gql.ts';
import { useMutationForm } from '#lib/use-mutation-form.ts';
import { FormFooter } from '#ui/form-footer.tsx';
import { NameAndSlug } from './name-and-slug.tsx';
import { nameSchema, slugSchema } from './slug.ts';
import type { Workspace } from './workspaces-table.tsx';

const WorkspaceDialog_createWorkspace = graphql(`
  mutation WorkspaceDialog_createWorkspace($input: CreateWorkspaceInput!) {
    createWorkspace(input: $input) {
      workspace { id name slug }
    }
  }
`);

const WorkspaceDialog_updateWorkspace = graphql(`
  mutation WorkspaceDialog_updateWorkspace($input: UpdateWorkspaceInput!) {
    updateWorkspace(input: $input) {
      workspace { id name }
    }
  }
`);

type WorkspaceDialogProps = {
  /** The one to rename; none to create one. */
  workspace: Workspace | undefined;
  opened: boolean;
  onClose: () => void;
};

export function WorkspaceDialog({ workspace, opened, onClose }: WorkspaceDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={workspace ? `Rename ${workspace.name}` : 'Create workspace'}>
      {workspace ? <RenameForm workspace={workspace} onClose={onClose} /> : <CreateForm onClose={onClose} />}
    </Modal>
  );
}

const createSchema = z.object({ name: nameSchema, slug: slugSchema });

function CreateForm({ onClose }: { onClose: () => void }) {
  const { form, submit, submitting, formError } = useMutationForm({
    document: WorkspaceDialog_createWorkspace,
    schema: createSchema,
    defaultValues: { name: '', slug: '' },
    onDone: ({ createWorkspace }) => {
      notifications.show({
        message: `The workspace ${createWorkspace.workspace.name} was created.`,
      });
      onClose();
    },
  });
  return (
    <FormProvider {...form}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <NameAndSlug slugDescription="In addresses and in the API. It cannot be changed later." />
          <FormFooter submitLabel="Create workspace" submitting={submitting} error={formError} onCancel={onClose} />
        </Stack>
      </form>
    </FormProvider>
  );
}

const renameSchema = z.object({ name: nameSchema });

function RenameForm({ workspace, onClose }: { workspace: Workspace; onClose: () => void }) {
  const { form, submit, submitting, formError } = useMutationForm({
    document: WorkspaceDialog_updateWorkspace,
    schema: renameSchema,
    defaultValues: { name: workspace.name },
    toVariables: ({ name }) => ({ input: { id: workspace.id, name } }),
    onDone: () => {
      notifications.show({ message: 'The new name was saved.' });
      onClose();
    },
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          {...form.register('name')}
          label="Name"
          required
          data-autofocus
          autoComplete="off"
          error={form.formState.errors.name?.message}
        />
        <FormFooter submitLabel="Save name" submitting={submitting} error={formError} onCancel={onClose} />
      </Stack>
    </form>
  );
}
