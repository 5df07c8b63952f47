/** VitePress's own theme, with what axe-core and narrow screens ask beyond it. */
import theme from 'vitepress/theme';
import './site.css';

export default theme;
