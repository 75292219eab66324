import { createContext } from 'react';

/** The tool whose result is shown, for the names of downloads. */
export const OutputContext = createContext<{ toolSlug?: string }>({});
