import { type RefObject, useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import { useBlocker } from 'react-router';
import { confirmAction } from '#ui/confirm.tsx';
import { LeaveGuard } from '#ui/schema-form/leave-guard.tsx';

/** Asks before an unsaved rule is left behind. */
export function LeaveRule({ sent }: { sent: RefObject<string | undefined> }) {
  const { getValues, formState } = useFormContext();
  const { isDirty } = formState;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && currentLocation.pathname !== nextLocation.pathname && JSON.stringify(getValues()) !== sent.current,
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once for each attempt to leave
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    confirmAction({
      title: 'Leave without saving?',
      body: 'What you changed about this rule is not saved yet and would be lost.',
      confirmLabel: 'Leave without saving',
      danger: true,
    }).then((leaves) => (leaves ? blocker.proceed() : blocker.reset()));
  }, [blocker.state]);

  return <LeaveGuard sent={sent} />;
}
