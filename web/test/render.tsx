import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { createMemoryRouter, MemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { OverlaysOnDemand } from '#app/overlays-on-demand.tsx';
import { routes } from '#app/router.tsx';

/** One component, with what every component may rely on. */
export function renderAlone(element: ReactElement) {
  render(
    <MantineProvider env="test">
      <MemoryRouter>{element}</MemoryRouter>
      <OverlaysOnDemand />
    </MantineProvider>,
  );
  return { user: userEvent.setup() };
}

/** The whole app, opened at an address. */
export function renderApp(path: string) {
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  render(
    <MantineProvider env="test">
      <RouterProvider router={router} />
      <OverlaysOnDemand />
    </MantineProvider>,
  );
  const address = () => {
    const { pathname, search, hash } = router.state.location;
    return pathname + search + hash;
  };
  return { user: userEvent.setup(), router, address };
}
