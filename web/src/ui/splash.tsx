import { VisuallyHidden } from '@mantine/core';
import { Brand } from './brand.tsx';
import classes from './splash.module.css';

/** While the very first answer is on its way. */
export function Splash() {
  return (
    <div className={classes.root} role="status">
      <div className={classes.brand} aria-hidden>
        <Brand size={36} />
      </div>
      <VisuallyHidden>Opening Toolcrib</VisuallyHidden>
    </div>
  );
}
