import { FormLoading } from '#ui/loading.tsx';
import { SectionCard } from '#ui/section-card.tsx';
import { hasPassword } from './account-requests.ts';
import { PasswordForm } from './password-form.tsx';
import { ProblemNote } from './problem-note.tsx';
import { useAnswer } from './use-answer.ts';

/** A new password may end other sign-ins; `onChanged` is for whoever lists them. */
export function PasswordCard({ onChanged }: { onChanged: () => Promise<void> }) {
  const { value: has, problem, ask } = useAnswer(hasPassword);
  return (
    <SectionCard
      title="Password"
      description={
        has === false
          ? 'You have no password yet: you came by a link or single sign-on. With one you can also sign in by e-mail.'
          : 'A few random words are easy to remember and hard to guess.'
      }
    >
      {problem && <ProblemNote message={problem} onRetry={ask} />}
      {has === undefined && !problem && <FormLoading fields={2} />}
      {has !== undefined && <PasswordForm hasPassword={has} onDone={() => Promise.all([ask(), onChanged()])} />}
    </SectionCard>
  );
}
