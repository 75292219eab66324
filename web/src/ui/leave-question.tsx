import { type RefObject, useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import { useBlocker } from 'react-router';
import { confirmAction } from './confirm.tsx';
import { LeaveGuard } from './schema-form/leave-guard.tsx';

type LeaveQuestionProps = {
  sent: RefObject<string | undefined>;
  /** What is being edited: "rule". */
  subject: string;
};

/** Asks before unsaved work is left behind, by a link as well as by closing the page. */
export function LeaveQuestion({ sent, subject }: LeaveQuestionProps) {
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
      body: `What you changed about this ${subject} is not saved yet and would be lost.`,
      confirmLabel: 'Leave without saving',
      danger: true,
    }).then((leaves) => (leaves ? blocker.proceed() : blocker.reset()));
  }, [blocker.state]);

  return <LeaveGuard sent={sent} />;
}
