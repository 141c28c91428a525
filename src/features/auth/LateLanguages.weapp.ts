/** WeChat downloads it with the rest of the package. */
export { LanguageSheet as LateLanguages } from '../../connected/LanguageSheet'
