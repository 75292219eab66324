import { Modal } from '@mantine/core';
import { useState } from 'react';
import { ApiKeyForm, type CreatedKey } from './api-key-form.tsx';
import { ApiKeySecret } from './api-key-secret.tsx';

type CreateApiKeyDialogProps = { opened: boolean; onClose: () => void };

export function CreateApiKeyDialog({ opened, onClose }: CreateApiKeyDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Create API key" size="lg" closeOnClickOutside={false}>
      <CreateApiKey onClose={onClose} />
    </Modal>
  );
}

/** The secret lives in this component only: it is gone when the dialog closes. */
function CreateApiKey({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<CreatedKey>();
  if (created) return <ApiKeySecret created={created} onClose={onClose} />;
  return <ApiKeyForm onDone={setCreated} onClose={onClose} />;
}
