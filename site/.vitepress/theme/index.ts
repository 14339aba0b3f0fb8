// Without the fonts of the theme: the policy of the admin port admits none, and the system has some.
export { default } from 'vitepress/theme-without-fonts';
