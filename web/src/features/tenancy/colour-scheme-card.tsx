import { type MantineColorScheme, SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { colourSchemes } from '#lib/colour-schemes.ts';
import { SectionCard } from '#ui/section-card.tsx';

export function ColourSchemeCard() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SectionCard title="Appearance" description="Kept in this browser.">
      <SegmentedControl
        style={{ alignSelf: 'flex-start' }}
        aria-label="Colour scheme"
        data={colourSchemes}
        value={colorScheme}
        onChange={(value) => setColorScheme(value as MantineColorScheme)}
      />
    </SectionCard>
  );
}
