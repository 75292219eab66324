import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';

/** A dialog about one thing, or about a new one. The thing stays while the dialog fades out. */
export function useDialogAbout<Subject extends object>() {
  const [subject, setSubject] = useState<Subject>();
  const [opened, { open, close }] = useDisclosure(false);
  function openAbout(about?: Subject) {
    setSubject(about);
    open();
  }
  return { subject, opened, open: openAbout, close };
}
