import { Alert } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import { warnOfAddress } from './warn-of-address.ts';

export function AddressNote({ name }: { name: string }) {
  const address: unknown = useWatch({ name });
  const warning = warnOfAddress(String(address ?? ''));
  return (
    <div role="status">
      {warning && (
        <Alert role="group" color="yellow" mt="sm" icon={<TriangleAlert size={18} aria-hidden />} title={warning.title}>
          {warning.advice}
        </Alert>
      )}
    </div>
  );
}
