import { MantineProvider } from '@mantine/core';
import { RouterProvider } from 'react-router/dom';
import { OverlaysOnDemand } from './overlays-on-demand.tsx';
import { createRouter } from './router.tsx';
import { styleNonce } from './style-nonce.ts';
import { cssVariables, theme } from './theme.ts';

const router = createRouter();

export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <RouterProvider router={router} />
      <OverlaysOnDemand />
    </MantineProvider>
  );
}
