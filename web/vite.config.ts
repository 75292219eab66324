import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { inlineDocuments } from './inline-documents.ts';

const api = `http://127.0.0.1:${process.env.API_PORT ?? 4000}`;

function packages(...names: string[]): RegExp {
  return new RegExp(`node_modules/(${names.join('|')})/`, 'u');
}

const firstWidgets =
  /@mantine\/core\/esm\/(core|components\/(Alert|Avatar|Burger|Button|Card|Code|CloseButton|Group|Kbd|Loader|Paper|SimpleGrid|Skeleton|Stack|Text|Title|Transition|UnstyledButton|VisuallyHidden))\//u;

const firstIcons =
  /lucide-react\/dist\/esm\/(?!icons\/)|lucide-react\/dist\/esm\/icons\/(chart-column|check|chevrons-up-down|copy|hammer|history|house|inbox|radio|rotate-ccw-clock|search|shield-check|wrench)\.m?js/u;

export default defineConfig({
  plugins: [inlineDocuments(new URL('./src/gql/graphql.ts', import.meta.url)), react()],
  server: {
    proxy: {
      // The API accepts changes from its own site only; to it, the development server is that site.
      '/graphql': { target: api, ws: true, headers: { origin: api } },
      '/api': { target: api, headers: { origin: api } },
    },
  },
  build: {
    target: 'es2023',
    // Fonts as data: addresses would be refused by the CSP's font-src.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: packages('react', 'react-dom', 'scheduler', 'react-router'), priority: 2 },
            { name: 'urql', test: packages('@urql/core', 'urql', 'wonka', '@0no-co/graphql.web'), priority: 2 },
            { name: 'live', test: packages('@urql/exchange-graphcache', 'graphql-ws'), priority: 2 },
            // Only the widgets of the first pages: one chunk with all of Mantine would load every page's widgets at the start.
            { name: 'mantine', test: firstWidgets, priority: 1 },
            // Each alone is a few hundred bytes, most of them for being a file.
            { name: 'icons', test: firstIcons, priority: 1 },
          ],
        },
      },
    },
  },
});
