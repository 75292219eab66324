import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { z } from 'zod';
import { graphql } from '#gql/gql.ts';
import type { InviteMemberForm_InviteMemberMutation } from '#gql/graphql.ts';
import { formatDateTime } from '#lib/format.ts';
import { useMutationForm } from '#lib/use-mutation-form.ts';
import { CopyField } from '#ui/copy-field.tsx';
import { FormFooter } from '#ui/form-footer.tsx';
import { RoleSelect } from './role-select.tsx';

const InviteMemberForm_inviteMember = graphql(`
  mutation InviteMemberForm_inviteMember($input: InviteMemberInput!) {
    inviteMember(input: $input) {
      url
      invitation { id email expiresAt ...InvitationRow_invitation }
    }
  }
`);

type Invited = InviteMemberForm_InviteMemberMutation['inviteMember'];

type InviteMemberDialogProps = { opened: boolean; onClose: () => void };

export function InviteMemberDialog({ opened, onClose }: InviteMemberDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Invite member" closeOnClickOutside={false}>
      <InviteMember onClose={onClose} />
    </Modal>
  );
}

/** The link lives in this component only: it is gone when the dialog closes. */
function InviteMember({ onClose }: { onClose: () => void }) {
  const [invited, setInvited] = useState<Invited>();
  if (!invited) return <InviteMemberForm onDone={setInvited} onClose={onClose} />;
  return <InvitationLink invited={invited} onAgain={() => setInvited(undefined)} onClose={onClose} />;
}

const schema = z.object({
  email: z.email('Enter an e-mail address, such as name@company.com.'),
  role: z.string().min(1, 'Choose a role.'),
});

function InviteMemberForm({ onDone, onClose }: { onDone: (invited: Invited) => void; onClose: () => void }) {
  const { form, submit, submitting, formError } = useMutationForm({
    document: InviteMemberForm_inviteMember,
    schema,
    defaultValues: { email: '', role: 'member' },
    onDone: ({ inviteMember }) => onDone(inviteMember),
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          {...form.register('email')}
          label="E-mail address"
          description="The invitation is for this address only."
          type="email"
          autoComplete="off"
          data-autofocus
          required
          error={form.formState.errors.email?.message}
        />
        <Controller
          control={form.control}
          name="role"
          render={({ field, fieldState }) => (
            <RoleSelect {...field} label="Role" required error={fieldState.error?.message} />
          )}
        />
        <FormFooter submitLabel="Create invitation" submitting={submitting} error={formError} onCancel={onClose} />
      </Stack>
    </form>
  );
}

type InvitationLinkProps = {
  invited: Invited;
  onAgain: () => void;
  onClose: () => void;
};

function InvitationLink({ invited, onAgain, onClose }: InvitationLinkProps) {
  const { email, expiresAt } = invited.invitation;
  return (
    <Stack gap="md">
      <Alert role="status" color="green" icon={<MailCheck size={18} aria-hidden />} title={`Invitation for ${email}`}>
        Send them this link yourself; Toolcrib sends no e-mail. It is shown only now and works once, until{' '}
        {formatDateTime(expiresAt)}.
      </Alert>
      <CopyField label="Invitation link" value={invited.url} />
      <Text size="sm" c="dimmed">
        Lost it later? Revoke the invitation and create a new one.
      </Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onAgain}>
          Invite another
        </Button>
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  );
}
