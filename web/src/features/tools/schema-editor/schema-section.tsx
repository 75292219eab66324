import { Tabs, Text, VisuallyHidden } from '@mantine/core';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { FieldDefinition, FieldProblem } from '#ui/schema-form/field-definition.ts';
import { SectionCard } from '#ui/section-card.tsx';
import { cleanFields } from './clean-field.ts';
import { AnnounceContext } from './editor-context.ts';
import { FieldListEditor } from './field-list-editor.tsx';
import { answersAll, messageAt, movePaths, NO_PROBLEMS, placeProblems, type Repath } from './field-problems.ts';
import { FormPreview } from './form-preview.tsx';
import { JsonSchemaView } from './json-schema-view.tsx';
import classes from './schema-editor.module.css';

export type SchemaSectionProps = {
  value: FieldDefinition[];
  onChange: (fields: FieldDefinition[]) => void;
  /** What the server said on save; a new list is placed once, and then follows the edits. */
  problems?: readonly FieldProblem[];
};

/** Authors the input of a tool: as fields or as JSON Schema, with the form beside. */
export function SchemaSection({ value, onChange, problems = NO_PROBLEMS }: SchemaSectionProps) {
  const [tab, setTab] = useState<string | null>('fields');
  const [said, setSaid] = useState({ of: problems, live: placeProblems(value, problems) });
  if (said.of !== problems) setSaid({ of: problems, live: placeProblems(value, problems) });
  const liveRegion = useRef<HTMLDivElement>(null);
  const announce = useCallback((message: string) => {
    const region = liveRegion.current;
    // The same words twice are said twice only if the text differs.
    if (region) region.textContent = region.textContent === message ? `${message}\u00a0` : message;
  }, []);

  function change(fields: readonly FieldDefinition[], repath: Repath) {
    setSaid(({ of, live }) => ({ of, live: movePaths(live, repath) }));
    onChange([...cleanFields(fields)]);
  }

  const about = useMemo(() => said.live.filter(isAboutAll), [said.live]);
  const general = messageAt(about);
  return (
    <SectionCard title="Input" description="What the tool asks for: one field for each value.">
      <AnnounceContext value={announce}>
        <div className={classes.columns}>
          <div>
            {/* What is hidden goes on: it has to hear of changes in the other tab. */}
            <Tabs value={tab} onChange={setTab} keepMountedMode="display-none">
              <Tabs.List mb="md">
                <Tabs.Tab value="fields">Fields</Tabs.Tab>
                <Tabs.Tab value="json">JSON Schema</Tabs.Tab>
              </Tabs.List>
              {general && (
                <Text c="red" size="sm" role="alert" mb="sm">
                  {general}
                </Text>
              )}
              <Tabs.Panel value="fields">
                <FieldListEditor fields={value} onChange={change} problems={said.live} depth={1} />
              </Tabs.Panel>
              <Tabs.Panel value="json">
                <JsonSchemaView
                  fields={value}
                  isActive={tab === 'json'}
                  onReplace={(fields) => change(fields, answersAll)}
                />
              </Tabs.Panel>
            </Tabs>
          </div>
          <FormPreview fields={value} />
        </div>
        <VisuallyHidden role="status" ref={liveRegion} />
      </AnnounceContext>
    </SectionCard>
  );
}

function isAboutAll({ path }: FieldProblem): boolean {
  return path[0] === undefined || !Number.isInteger(Number(path[0]));
}
