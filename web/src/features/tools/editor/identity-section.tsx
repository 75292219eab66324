import { SimpleGrid, Stack } from '@mantine/core';
import { SectionCard } from '#ui/section-card.tsx';
import { CategoryField } from './category-field.tsx';
import { AreaField } from './form-fields.tsx';
import { IconField } from './icon-field.tsx';
import { NameAndSlug } from './name-and-slug.tsx';
import { PermissionField } from './permission-field.tsx';

export function IdentitySection({ isNew }: { isNew: boolean }) {
  return (
    <SectionCard title="Identity" description="What the tool is called and what it is for.">
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <NameAndSlug isNew={isNew} />
        </SimpleGrid>
        <AreaField
          name="description"
          label="Description"
          description="When to use it and what it gives. Models choose tools by this text, so be plain and exact."
          required
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <CategoryField />
          <IconField />
        </SimpleGrid>
        <PermissionField />
      </Stack>
    </SectionCard>
  );
}
