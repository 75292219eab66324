import { type ReactNode, useContext } from 'react';
import classes from './additional-inputs.module.css';
import { FormContext, type FormMode } from './form-context.ts';

export type AdditionalInputsProps = {
  children: ReactNode;
  title?: string;
  className?: string;
  /** Left out, the mode of the form around it. */
  mode?: FormMode;
};

/** Settings for operators: folded away on our own pages, and absent where the form is embedded. */
export function AdditionalInputs({ children, title = 'Additional options', className, mode }: AdditionalInputsProps) {
  const form = useContext(FormContext);
  if ((mode ?? form?.mode) === 'embed') return null;
  return (
    <details className={className === undefined ? classes.root : `${classes.root} ${className}`}>
      <summary className={classes.summary}>{title}</summary>
      <div className={classes.body}>{children}</div>
    </details>
  );
}
