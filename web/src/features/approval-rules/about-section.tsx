import { SimpleGrid } from '@mantine/core';
import { useQuery } from 'urql';
import { useSeenCategories } from '#features/tools/use-seen-categories.ts';
import { graphql } from '#gql/gql.ts';
import { SectionCard } from '#ui/section-card.tsx';
import { ChoiceField } from './choice-field.tsx';
import { callerChoices, originChoices, sourceChoices } from './rule-words.ts';
import { ToolsField } from './tools-field.tsx';
import { useRoleChoices } from './use-role-choices.ts';

const AboutSectionQuery = graphql(`
  query AboutSectionQuery {
    tools(first: 100) { edges { node { id category } } }
  }
`);

/** Which calls a rule is about, their arguments aside. */
export function AboutSection() {
  const [{ data }] = useQuery({ query: AboutSectionQuery });
  const categories = useSeenCategories(data?.tools.edges.map(({ node }) => node));
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
          data={categories.map((value) => ({ value, label: value }))}
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
        <ChoiceField name="match.callers" label="Who calls" placeholder="Anybody" data={callerChoices} />
        <ChoiceField name="match.roles" label="Role of the caller" placeholder="Any role" data={roles} />
      </SimpleGrid>
    </SectionCard>
  );
}
