import { type RefObject, useEffect } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';

export type LeaveGuardProps = {
  /** What has been sent is not lost by leaving. */
  sent: RefObject<string | undefined>;
  onDirtyChange?: (dirty: boolean) => void;
};

/** Lets the browser ask before it throws away what was typed; pages hear of it to ask before their own links. */
export function LeaveGuard({ sent, onDirtyChange }: LeaveGuardProps) {
  const { getValues } = useFormContext();
  const { isDirty } = useFormState();
  useEffect(() => {
    onDirtyChange?.(isDirty);
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (JSON.stringify(getValues()) !== sent.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty, onDirtyChange, getValues, sent]);
  return null;
}
