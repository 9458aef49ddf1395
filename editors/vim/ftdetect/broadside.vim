au BufRead,BufNewFile *.transcript setfiletype broadside
