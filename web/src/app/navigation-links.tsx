import { NavLink } from 'react-router';
import type { NavigationSection } from '#lib/navigation.ts';
import classes from './navigation-links.module.css';

export function NavigationLinks({ sections, onFollow }: { sections: NavigationSection[]; onFollow: () => void }) {
  return sections.map(({ label, links }) => (
    <section key={label ?? 'main'} className={classes.section} aria-label={label}>
      {label && (
        <div className={classes.label} aria-hidden>
          {label}
        </div>
      )}
      <ul className={classes.list}>
        {links.map(({ label: name, to, icon: Icon, end }) => (
          <li key={to}>
            <NavLink to={to} end={end} className={classes.link} onClick={onFollow}>
              <Icon size={18} strokeWidth={1.75} aria-hidden />
              {name}
            </NavLink>
          </li>
        ))}
      </ul>
    </section>
  ));
}
