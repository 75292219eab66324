import mantine from 'postcss-preset-mantine';
import simpleVars from 'postcss-simple-vars';

export default {
  plugins: [
    mantine(),
    simpleVars({
      variables: {
        'breakpoint-xs': '36em',
        'breakpoint-sm': '48em',
        'breakpoint-md': '62em',
        'breakpoint-lg': '75em',
        'breakpoint-xl': '88em',
      },
    }),
  ],
};
