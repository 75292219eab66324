import { CellValue } from './cell-value.tsx';
import type { StatsBlock } from './output-block.ts';
import classes from './stats-view.module.css';

export function StatsView({ items }: Pick<StatsBlock, 'items'>) {
  return (
    <dl className={classes.stats}>
      {items.map(({ key, label, value, format }) => (
        <div key={key} className={classes.stat}>
          <dt>{label}</dt>
          <dd>
            <CellValue value={value} format={format} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
