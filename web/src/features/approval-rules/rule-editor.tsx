import { Stack } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';
import { FormProvider, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type { MutationForm } from '#lib/use-mutation-form.ts';
import { useViewer } from '#lib/viewer.tsx';
import { FormFooter } from '#ui/form-footer.tsx';
import { LeaveQuestion } from '#ui/leave-question.tsx';
import { AboutSection } from './about-section.tsx';
import { ConditionSection } from './condition-section.tsx';
import { DecidersSection } from './deciders-section.tsx';
import { RehearsalPanel } from './rehearsal-panel.tsx';
import classes from './rule-editor.module.css';
import { rulesPath } from './rule-paths.ts';
import { RuleSection } from './rule-section.tsx';
import type { RuleValues } from './rule-values.ts';

type RuleEditorProps = {
  /** Left out for a new rule. */
  ruleId?: string;
  editing: MutationForm<RuleValues, RuleValues>;
  submitLabel: string;
  /** What was saved last, as text: leaving it behind loses nothing. */
  sent: RefObject<string | undefined>;
  /** Shown instead of the error that it explains. */
  note?: ReactNode;
};

/** The form of a rule, with its rehearsal beside it. */
export function RuleEditor({ ruleId, editing, submitLabel, sent, note }: RuleEditorProps) {
  const { form, submit, submitting, formError } = editing;
  const navigate = useNavigate();
  const { tenant } = useViewer();
  const verdict = useWatch({ control: form.control, name: 'verdict' });
  return (
    <FormProvider {...form}>
      <LeaveQuestion sent={sent} subject="rule" />
      <div className={classes.columns}>
        <form onSubmit={submit} noValidate>
          <Stack gap="lg">
            <RuleSection />
            <AboutSection />
            <ConditionSection />
            {verdict === 'ask' && <DecidersSection />}
            {note}
            <FormFooter
              submitLabel={submitLabel}
              submitting={submitting}
              error={note ? undefined : formError}
              onCancel={() => navigate(rulesPath(tenant.slug))}
            />
          </Stack>
        </form>
        <div className={classes.side}>
          <RehearsalPanel ruleId={ruleId} />
        </div>
      </div>
    </FormProvider>
  );
}
