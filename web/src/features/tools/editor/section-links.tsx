import { Badge, Button, Group } from '@mantine/core';
import { useFormState } from 'react-hook-form';
import { plural } from '#lib/format.ts';
import classes from './editor.module.css';
import { listErrors, SECTIONS, type Section, sectionOf } from './places.ts';

/** The parts of the editor, with how much each of them needs attention. */
export function SectionLinks({ idOf }: { idOf: (section: Section) => string }) {
  const { errors } = useFormState();
  const problems = listErrors(errors);

  function go(section: Section) {
    const target = document.getElementById(idOf(section));
    target?.scrollIntoView({ block: 'start' });
    target?.focus({ preventScroll: true });
  }

  return (
    <nav aria-label="Parts of the tool" className={classes.sections}>
      <Group gap={4}>
        {SECTIONS.map((section) => {
          const count = problems.filter(({ name }) => sectionOf(name) === section).length;
          return (
            <Button
              key={section}
              size="compact-sm"
              variant="subtle"
              color="gray"
              onClick={() => go(section)}
              rightSection={
                count > 0 ? (
                  <Badge size="sm" color="red" circle={count < 10} aria-label={plural(count, 'problem')}>
                    {count}
                  </Badge>
                ) : undefined
              }
            >
              {section}
            </Button>
          );
        })}
      </Group>
    </nav>
  );
}
