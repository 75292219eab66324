import { SimpleGrid } from '@mantine/core';
import { useCategories } from '#features/tools/use-categories.ts';
import { SectionCard } from '#ui/section-card.tsx';
import { CallersField } from './callers-field.tsx';
import { ChoiceField } from './choice-field.tsx';
import { originChoices, sourceChoices } from './rule-words.ts';
import { ToolsField } from './tools-field.tsx';
import { useRoleChoices } from './use-role-choices.ts';

/** Which calls a rule is about, their arguments aside. */
export function AboutSection() {
  const categories = useCategories();
  const roles = useRoleChoices();
  return (
    <SectionCard
      title="What it is about"
      description="Everything you choose must hold. What you leave empty does not matter."
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <ToolsField />
        <ChoiceField
          name="match.categories"
          label="Categories"
          placeholder="Every category"
          data={categories.map(({ name }) => ({ value: name, label: name }))}
        />
        <ChoiceField
          name="match.origins"
          label="Where the tool comes from"
          placeholder="Anywhere"
          data={originChoices}
        />
        <ChoiceField
          name="match.sources"
          label="Where the call comes from"
          placeholder="Anywhere"
          data={sourceChoices}
        />
        <CallersField />
        <ChoiceField name="match.roles" label="Role of the caller" placeholder="Any role" data={roles} />
      </SimpleGrid>
    </SectionCard>
  );
}
