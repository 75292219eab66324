import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

const ember: MantineColorsTuple = [
  '#fff5ee',
  '#ffe6d6',
  '#ffcaab',
  '#ffa678',
  '#fb8a4f',
  '#ee6c2b',
  '#d9560f',
  '#bf430d',
  '#9a370f',
  '#7a2e11',
];

const gray: MantineColorsTuple = [
  '#f7f8fa',
  '#eff1f4',
  '#e3e7ec',
  '#d3d9e0',
  '#b6bfca',
  '#8f9aa8',
  '#5f6b7a',
  '#465160',
  '#2f3844',
  '#1b222b',
];

const dark: MantineColorsTuple = [
  '#e6eaf0',
  '#c3cad5',
  '#9aa6b6',
  '#6b7787',
  '#343d49',
  '#2a323d',
  '#1e252e',
  '#161b22',
  '#10141a',
  '#0b0e13',
];

// Shade 7 of each colour is dark enough for text on its own tint (4.5:1); Mantine's own scales are not.
const red: MantineColorsTuple = [
  '#fef2f2',
  '#fee2e2',
  '#fecaca',
  '#fca5a5',
  '#f87171',
  '#ef4444',
  '#dc2626',
  '#b91c1c',
  '#991b1b',
  '#7f1d1d',
];

const green: MantineColorsTuple = [
  '#f0fdf4',
  '#dcfce7',
  '#bbf7d0',
  '#86efac',
  '#4ade80',
  '#22c55e',
  '#16a34a',
  '#166f3a',
  '#166534',
  '#14532d',
];

const yellow: MantineColorsTuple = [
  '#fefce8',
  '#fef3c7',
  '#fde68a',
  '#fcd34d',
  '#fbbf24',
  '#f59e0b',
  '#c77a06',
  '#854d0e',
  '#713f12',
  '#5a320f',
];

const blue: MantineColorsTuple = [
  '#eff6ff',
  '#dbeafe',
  '#bfdbfe',
  '#93c5fd',
  '#60a5fa',
  '#3b82f6',
  '#2563eb',
  '#1d4ed8',
  '#1e40af',
  '#1e3a8a',
];

const sans = "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif";

// Mantine makes them two pixels smaller than the field's text, which is too small here.
const small = { fontSize: 'var(--mantine-font-size-xs)' };

const closable = { closeButtonProps: { 'aria-label': 'Close' } };
const dialog = {
  ...closable,
  // Their <header> would count as a second banner of the page.
  attributes: { header: { role: 'presentation' } },
  styles: { title: { fontSize: 'var(--mantine-h2-font-size)', fontWeight: 600 } },
};

export const theme = createTheme({
  colors: { ember, gray, dark, red, green, yellow, blue },
  primaryColor: 'ember',
  primaryShade: 7,
  white: '#ffffff',
  black: '#171c23',
  fontFamily: sans,
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, monospace",
  fontSizes: {
    xs: '0.75rem',
    sm: '0.8125rem',
    md: '0.875rem',
    lg: '1rem',
    xl: '1.125rem',
  },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.5' },
  headings: {
    fontFamily: sans,
    fontWeight: '600',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.3' },
      h2: { fontSize: '1.125rem', lineHeight: '1.4' },
      h3: { fontSize: '1rem', lineHeight: '1.45' },
      h4: { fontSize: '0.9375rem', lineHeight: '1.45' },
    },
  },
  spacing: {
    xs: '0.5rem',
    sm: '0.75rem',
    md: '1rem',
    lg: '1.5rem',
    xl: '2.5rem',
  },
  radius: {
    xs: '0.25rem',
    sm: '0.375rem',
    md: '0.5rem',
    lg: '0.75rem',
    xl: '1rem',
  },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Plain objects: naming the components themselves would load all of them with the first page.
  components: {
    Card: { defaultProps: { withBorder: true, padding: 'lg', radius: 'lg' } },
    // Of these, the darkest shade reads well on the lightest.
    Avatar: { defaultProps: { allowedInitialsColors: ['ember', 'blue', 'green', 'yellow', 'gray'] } },
    InputWrapper: { styles: { label: { marginBottom: 4 }, description: small, error: small } },
    Notification: { defaultProps: closable },
    Badge: { defaultProps: { tt: 'none' } },
    Alert: { defaultProps: { variant: 'light', radius: 'md' } },
    Modal: { defaultProps: { centered: true, radius: 'lg', padding: 'lg', overlayProps: { blur: 2 }, ...dialog } },
    Drawer: { defaultProps: { padding: 'lg', overlayProps: { blur: 2 }, ...dialog } },
    Checkbox: { styles: { description: small } },
    Radio: { styles: { description: small } },
    Switch: { styles: { description: small } },
    Tooltip: {
      defaultProps: {
        withArrow: true,
        openDelay: 300,
        events: { hover: true, focus: true, touch: true },
      },
    },
  },
});

export const cssVariables: CSSVariablesResolver = (from) => ({
  variables: {},
  light: {
    '--crib-canvas': from.colors.gray[0],
    '--crib-hairline': from.colors.gray[2],
    '--mantine-color-placeholder': from.colors.gray[6],
    '--mantine-color-default-border': from.colors.gray[3],
  },
  dark: {
    '--crib-canvas': from.colors.dark[8],
    '--crib-hairline': from.colors.dark[5],
    '--mantine-color-placeholder': from.colors.dark[2],
    '--mantine-color-error': from.colors.red[4],
  },
});
