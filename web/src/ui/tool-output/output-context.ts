import { createContext } from 'react';
import type { TableFilters } from './column-filter.ts';

/** The tool whose result is shown, for the names of downloads and the filters of tables. */
export const OutputContext = createContext<{ toolSlug?: string; tableFilters?: TableFilters }>({});
