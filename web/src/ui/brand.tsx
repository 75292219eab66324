import classes from './brand.module.css';

export function Brand({ size = 28 }: { size?: number }) {
  return (
    <span className={classes.root}>
      <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" className={classes.mark}>
        <rect width="32" height="32" rx="8" className={classes.tile} />
        <path d="M8 12.5h16v10a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 8 22.5z" />
        <path d="M12 12.5V10a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v2.5" />
        <path d="M8 17h5.5m5 0H24M16 15.5v3" />
      </svg>
      <span className={classes.name}>Toolcrib</span>
    </span>
  );
}
