import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const web = path.resolve(import.meta.dirname, '..');
const mantine = path.join(web, 'node_modules/@mantine/core/styles');

/** Components without a style file of their own, and the files that they are made of. */
const madeOf: Record<string, string[]> = {
  Autocomplete: ['Combobox', 'Input', 'Popover', 'ScrollArea'],
  Drawer: ['ModalBase', 'Overlay', 'CloseButton'],
  Menu: ['Popover'],
  Modal: ['ModalBase', 'Overlay', 'CloseButton'],
  MultiSelect: ['Combobox', 'Input', 'PillsInput', 'Pill', 'Popover', 'ScrollArea'],
  Select: ['Combobox', 'Input', 'Popover', 'ScrollArea'],
  Switch: ['InlineInput'],
  Checkbox: ['InlineInput'],
  Radio: ['InlineInput'],
  SegmentedControl: ['FloatingIndicator'],
  TextInput: ['Input'],
  Textarea: ['Input'],
  PasswordInput: ['Input', 'ActionIcon'],
};

describe('styles', () => {
  it('come with every Mantine component that the app uses', () => {
    const loaded = readFileSync(path.join(web, 'src/app/styles.css'), 'utf8');
    const sources = globSync('src/**/*.tsx', { cwd: web }).map((file) => readFileSync(path.join(web, file), 'utf8'));
    const imports = sources.flatMap((code) => [...code.matchAll(/import \{([^}]+)\} from '@mantine\/core'/g)]);
    const members = sources.flatMap((code) => [...code.matchAll(/<(?:Radio|Checkbox)\.(Card|Indicator)\b/g)]);
    const names = new Set(imports.flatMap(([, list = '']) => list.split(',').map((name) => name.trim())));
    for (const [tag] of members) names.add(tag.slice(1).replace('.', ''));
    const needed = [...names].flatMap((name) => [name, ...(madeOf[name] ?? [])]);
    const missing = needed.filter(
      (name) => existsSync(path.join(mantine, `${name}.css`)) && !loaded.includes(`/${name}.css`),
    );
    expect([...new Set(missing)]).toEqual([]);
  });
});
